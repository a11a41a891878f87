import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { cleanUpOnExit } from '../../../server/test/support/clean-up-on-exit.ts'
import { programEnv } from '../../../server/test/support/program-env.ts'
import { freePort } from './free-port.ts'

const CLI = join(import.meta.dirname, '../../../server/src/cli.ts')

/** Starts the service as `npm start` does, and waits for its link for the first owner. */
export async function startService({ dataDir, env = {}, role = 'all' }: Options) {
  const port = await freePort()
  const child = spawn(process.execPath, [CLI, 'serve', '--role', role], {
    env: programEnv({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  cleanUpOnExit({ dataDir })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => Promise.reject(new Error(`the service ended with ${code}`)))
  const setupLink = await Promise.race([linkIn(child.stdout), failed])
  failed.catch(() => undefined)
  return {
    origin: new URL(setupLink).origin,
    setupLink,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

type Options = { dataDir: string; env?: Record<string, string>; role?: 'all' | 'api' }

/** Continues to read the output, because the service would block on a full pipe. */
const linkIn = (output: Readable) =>
  new Promise<string>((resolve) => {
    let seen = ''
    output.on('data', (chunk) => {
      seen += chunk
      const [link] = /http\S+\/setup\?token=\S+(?=\s)/.exec(seen) ?? []
      if (link !== undefined) resolve(link)
    })
  })
