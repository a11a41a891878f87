import type { Recorder } from './recorder.ts'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

type Held = { recorder: Recorder; timeout: number }

/** The recorders of all clients. They share one listener for each event of the process. */
const held = new Set<Held>()
let isEnding = false

/**
 * Sends held records when the process runs out of work or receives a termination signal. Records
 * that cannot be sent then, or when the process exits immediately, are reported as lost. Returns a
 * function that removes the recorder, and with the last one the listeners.
 */
export function flushAtExit(recorder: Recorder, timeout: number): () => void {
  if (globalThis.process?.on === undefined) return () => undefined
  const added = { recorder, timeout }
  if (held.size === 0) listen()
  held.add(added)
  return () => remove(added)
}

function listen(): void {
  isEnding = false
  process.on('beforeExit', drainAll)
  process.on('exit', abandonAll)
  // Before other listeners, so that those of a single call are still there to be counted.
  for (const signal of SIGNALS) process.prependListener(signal, end)
}

function remove(one: Held): void {
  if (!held.delete(one) || held.size > 0) return
  process.off('beforeExit', drainAll)
  process.off('exit', abandonAll)
  for (const signal of SIGNALS) process.off(signal, end)
}

/** The process may continue and record again. */
function drainAll(): void {
  for (const { recorder, timeout } of held) {
    if (!recorder.isIdle) void recorder.drain(timeout)
  }
}

function abandonAll(): void {
  for (const { recorder } of held) recorder.abandon()
}

async function end(signal: NodeJS.Signals): Promise<void> {
  // With other signal listeners, those decide when the process ends. Without any, the signal is
  // sent again so that the process ends as it would without the client.
  const isAlone = process.listenerCount(signal) === 1
  // A second signal asks to stop without waiting.
  if (isEnding) abandonAll()
  isEnding = true
  const ending = [...held]
  await Promise.all(ending.map(({ recorder, timeout }) => recorder.close(timeout)))
  for (const one of ending) remove(one)
  // Clients created during the wait keep the listeners, for a later signal.
  isEnding = false
  if (isAlone) process.kill(process.pid, signal)
}
