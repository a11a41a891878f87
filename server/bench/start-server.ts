import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The server of a benchmark, as a process of its own, on an empty database. */
export async function startServer(databaseUrl: string) {
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=128', join(import.meta.dirname, 'server.ts'), databaseUrl],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const { address, key } = await firstLine(child)
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await once(child, 'exit')
  }
  return { url: address, apiKey: key, stop, pid: child.pid }
}

async function firstLine(child: ChildProcess): Promise<{ address: string; key: string }> {
  if (!child.stdout) throw new Error('the server has no stdout')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  throw new Error('the server ended before it listened')
}
