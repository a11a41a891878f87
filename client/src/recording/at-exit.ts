import type { Recorder } from './recorder.ts'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Sends held records when the process runs out of work or receives a termination signal. Records
 * that cannot be sent then, or when the process exits immediately, are reported as lost. Returns a
 * function that removes the handlers.
 */
export function flushAtExit(recorder: Recorder, timeout: number): () => void {
  const { process } = globalThis
  if (process?.on === undefined) return () => undefined
  let isEnding = false
  // The process may continue and record again.
  const idle = () => {
    if (!recorder.isIdle) void recorder.drain(timeout)
  }
  const end = () => recorder.abandon()
  const signalled = (signal: NodeJS.Signals) => {
    // With other signal listeners, those decide when the process ends. Without any, the signal is
    // sent again so that the process ends as it would without the client.
    const isAlone = process.listenerCount(signal) === 1
    // A second signal asks to stop without waiting.
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
