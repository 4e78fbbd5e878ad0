import numpy, openmm
rng = numpy.random.default_rng(3)
places = numpy.stack(numpy.meshgrid(range(4), range(4), range(4)), -1).reshape(-1, 3) * .4 + rng.normal(size=(64, 3)) * .03

def run(platform, properties):
    system, pairs, bonds, angles = openmm.System(), openmm.NonbondedForce(), openmm.HarmonicBondForce(), openmm.HarmonicAngleForce()
    system.setDefaultPeriodicBoxVectors(openmm.Vec3(1.6, 0, 0), openmm.Vec3(0, 1.6, 0), openmm.Vec3(0, 0, 1.6))
    pairs.setNonbondedMethod(pairs.CutoffPeriodic)
    pairs.setCutoffDistance(.75)
    for i in range(64):
        system.addParticle(12)
        pairs.addParticle(.2 if i % 2 else -.2, .3, .5)
        if i % 4:
            bonds.addBond(i - 1, i, .38, 500)
            pairs.addException(i - 1, i, 0, 1, 0)
        if i % 4 > 1:
            angles.addAngle(i - 2, i - 1, i, 3.0, 50)
    for force in pairs, bonds, angles:
        system.addForce(force)
    steps = openmm.VerletIntegrator(.001)
    context = openmm.Context(system, steps, openmm.Platform.getPlatform(platform), properties)
    context.setPositions(places)
    state = context.getState(getForces=True, getEnergy=True)
    steps.step(5)
    after = context.getState(getPositions=True).getPositions(asNumpy=True)._value
    return state.getPotentialEnergy()._value, state.getForces(asNumpy=True)._value, after

for name, want, got in zip(("energy", "forces", "places"), run("Reference", {}), run("CUDA", {"Precision": "mixed"})):
    print(name, "right" if numpy.abs(numpy.subtract(want, got)).max() <= 1e-5 * numpy.abs(want).max() else "WRONG", flush=True)
