/** CPU time of the calling thread in milliseconds, including the time since the last tick of the kernel's clock. */
export function threadCpuMs(): number {
  // Linux updates the CPU time of a running thread at each tick, every 4 ms, and when a program asks for the time of its process.
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
