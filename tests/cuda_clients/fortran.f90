program matrix
    use omp_lib
    implicit none
    integer, parameter :: n = 24
    complex(8) :: a(n, n), b(n, n), c(n, n)
    integer :: i, j, host
    do j = 1, n
        do i = 1, n
            a(i, j) = cmplx(i, j, 8)
            b(i, j) = cmplx(i - j, 1, 8)
        end do
    end do
    host = 1
    !$omp target teams distribute parallel do collapse(2) map(to: a, b) map(from: c) map(tofrom: host)
    do j = 1, n
        do i = 1, n
            c(i, j) = sum(a(i, :) * b(:, j))
            if (i + j == 2 .and. .not. omp_is_initial_device()) host = 0
        end do
    end do
    write (0, '(a, i0)') 'host ', host
    print '(2f14.1)', sum(c), c(3, 5)
end program
