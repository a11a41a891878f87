import type { Recorder } from './recorder.ts'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const KEY: unique symbol = Symbol.for('piecework.atExit')

type Held = { recorder: Recorder; timeout: number }

/**
 * The recorders of all clients, which share one listener for each event of the process. Copies of
 * the package, also of other versions, share them too: the listener of a second copy would be
 * counted as one of the program. Therefore the fields here, and the called methods of a recorder,
 * keep their names and meaning.
 */
type AtExit = { add(one: Held): void; remove(one: Held): void }

/**
 * Sends held records when the process runs out of work or receives a termination signal. Records
 * that cannot be sent then, or when the process exits immediately, are reported as lost. Returns a
 * function that removes the recorder, and with the last one the listeners.
 */
export function flushAtExit(recorder: Recorder, timeout: number): () => void {
  if (globalThis.process?.on === undefined) return () => undefined
  const shared = globalThis as typeof globalThis & { [KEY]?: AtExit }
  shared[KEY] ??= createAtExit()
  const atExit = shared[KEY]
  const added = { recorder, timeout }
  atExit.add(added)
  return () => atExit.remove(added)
}

function createAtExit(): AtExit {
  const held = new Set<Held>()
  let isEnding = false

  function add(one: Held): void {
    if (held.size === 0) listen()
    held.add(one)
  }

  function listen(): void {
    isEnding = false
    process.on('beforeExit', drainAll)
    process.on('exit', abandonAll)
    // In front of other listeners, because those of a single call are removed before they run.
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

  /** Sends held records. Without other listeners, also closes the clients and ends the process. */
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (process.listenerCount(signal) - signalExitListeners() > 1) {
      // Another listener decides when the process ends. Until then, it may record. Nothing waits
      // here, so that the process can end; `beforeExit` waits then.
      for (const { recorder } of held) void recorder.sendNow(0)
      return
    }
    // A second signal ends the wait.
    if (isEnding) abandonAll()
    isEnding = true
    const ending = [...held]
    await Promise.all(ending.map(({ recorder, timeout }) => recorder.close(timeout)))
    for (const one of ending) remove(one)
    // Clients created during the wait keep the listeners, for a later signal.
    isEnding = false
    // Without a listener, the signal ends the process as it would without the client.
    process.kill(process.pid, signal)
  }

  return { add, remove }
}

/**
 * Returns how many listeners each signal has of the package `signal-exit`, versions 3 and 4. They end
 * the process only when they are the only ones, so they decide nothing.
 */
function signalExitListeners(): number {
  const { process: host } = globalThis as { process?: { __signal_exit_emitter__?: Emitter } }
  const shared = globalThis as { [EMITTER]?: Emitter }
  return (host?.__signal_exit_emitter__?.count ?? 0) + (shared[EMITTER]?.count ?? 0)
}

const EMITTER: unique symbol = Symbol.for('signal-exit emitter')
type Emitter = { count?: number }
