import { readFile } from 'node:fs/promises'

/** Returns the peak memory of a process in megabytes; 0 where the system does not report it. */
export async function memoryPeak(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024)
}
