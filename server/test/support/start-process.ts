import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { programEnv } from './program-env.ts'

const CLI = join(import.meta.dirname, '../../src/cli.ts')

export type Started = {
  child: ChildProcess
  /** Such as http://127.0.0.1:8080. */
  address: string
  /** Kills it with SIGKILL, and waits until it is gone. */
  kill: () => Promise<void>
}

/** Starts the service in a process of its own on a test database, for the rest of the test. */
export async function startProcess(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const child = spawn(process.execPath, [CLI, 'serve', '--role', 'api'], {
    env: programEnv({ PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: databaseUrl, ...settings }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (address) return { child, address, kill: () => kill(child) }
  }
  throw new Error('the service ended before it listened')
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Sends a request to a process, as the owner of a key. */
export async function post(address: string, key: string, path: string, body: unknown) {
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}
