import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'

/** Flags of `npm start`: a young generation that holds a few batches and is collected at once. */
const FLAGS_OF_START = ['--max-semi-space-size=128']
const ENVIRONMENT_OF_START = { MALLOC_ARENA_MAX: '1' }

export type BenchServer = Awaited<ReturnType<typeof startServer>>

/**
 * Starts the benchmark server as a separate process, with a key for its organization; for the modes
 * see `server.ts`.
 */
export async function startServer(
  databaseUrl: string,
  mode: '' | 'without database' | 'bare route' = '',
) {
  const child = spawn(
    process.execPath,
    [...FLAGS_OF_START, join(import.meta.dirname, 'server.ts'), databaseUrl, mode],
    {
      env: { ...process.env, ...ENVIRONMENT_OF_START },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  const { address, key } = await firstLine(child)
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await once(child, 'exit')
  }
  /** The longest time in milliseconds that the event loop was held since the last call. */
  const loopHeld = async (): Promise<number> => {
    const answer = once(child, 'message')
    child.send('loop')
    const [milliseconds] = await answer
    return milliseconds
  }
  return { url: address, apiKey: key, stop, pid: child.pid, loopHeld }
}

async function firstLine(child: ChildProcess): Promise<{ address: string; key: string }> {
  if (!child.stdout) throw new Error('the server has no stdout')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  throw new Error('the server ended before it listened')
}
