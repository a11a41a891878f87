import type { Recorder } from './recorder.ts'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Sends what is held when the process has nothing more to do, or is asked to end; what still cannot be
 * sent then, or when the process ends at once, is told as lost. Returns what undoes it.
 */
export function flushAtExit(recorder: Recorder, timeout: number): () => void {
  const { process } = globalThis
  if (process?.on === undefined) return () => undefined
  let isEnding = false
  // It may work on afterwards, and record again.
  const idle = () => {
    if (!recorder.isIdle) void recorder.drain(timeout)
  }
  const end = () => recorder.abandon()
  const signalled = (signal: NodeJS.Signals) => {
    // Others who listen decide when the process ends; alone, it ends as it would have without us.
    const isAlone = process.listenerCount(signal) === 1
    // Who asks twice does not want to wait.
    if (isEnding) recorder.abandon()
    isEnding = true
    void recorder.close(timeout).then(() => {
      undo()
      if (isAlone) process.kill(process.pid, signal)
    })
  }
  const undo = () => {
    process.off('beforeExit', idle)
    process.off('exit', end)
    for (const signal of SIGNALS) process.off(signal, signalled)
  }
  process.on('beforeExit', idle)
  process.once('exit', end)
  for (const signal of SIGNALS) process.on(signal, signalled)
  return undo
}
