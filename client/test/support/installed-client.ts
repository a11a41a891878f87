import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { access, mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const CLIENT = join(import.meta.dirname, '../..')
const CACHE = join(CLIENT, '../node_modules/.cache/piecework-client')
const run = promisify(execFile)

export type Client = typeof import('../../src/index.ts')

/** Returns the client as its users get it: packed and installed by npm, imported from there. */
export async function installedClient(): Promise<Client> {
  const folder = await installClient()
  return import(pathToFileURL(join(folder, ENTRY)).href)
}

export const ENTRY = 'node_modules/@piecework/client/dist/esm/index.js'

/** Returns a folder with the installed package, created once per state of the sources. */
export async function installClient(): Promise<string> {
  const folder = join(CACHE, fingerprint())
  await mkdir(CACHE, { recursive: true })
  // All builds write into the same folder.
  const unlock = await lock(join(CACHE, 'lock'))
  try {
    if (!(await exists(folder))) await install(folder)
  } finally {
    await unlock()
  }
  return folder
}

async function install(folder: string): Promise<void> {
  const made = await mkdtemp(join(CACHE, 'making-'))
  await npm(['pack', '--pack-destination', made], CLIENT)
  const [tarball = ''] = globSync('*.tgz', { cwd: made })
  await writeFile(join(made, 'package.json'), '{ "name": "user", "private": true }\n')
  await npm(['install', '--offline', '--no-audit', '--no-fund', join(made, tarball)], made)
  await rename(made, folder)
}

const npm = (args: string[], cwd: string) => run('npm', args, { cwd, env: withoutRun(process.env) })

/** Removes the npm settings of the test run, which do not apply to this npm. */
function withoutRun(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('npm_'))
  return Object.fromEntries(kept)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync('{src/**/*.ts,build/*.ts,*.json,*.md,LICENSE}', { cwd: CLIENT })
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(CLIENT, file)))
  return hash.digest('hex').slice(0, 16)
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Lets one process at a time proceed. The lock of a dead process is removed. */
async function lock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      const file = await open(path, 'wx')
      await file.writeFile(String(process.pid))
      await file.close()
      return () => rm(path, { force: true })
    } catch {
      const pid = Number(await readFile(path, 'utf8').catch(() => ''))
      if (pid > 0 && !isAlive(pid)) await rm(path, { force: true })
      await pause(50)
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
