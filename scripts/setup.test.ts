import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

/** A fake npm that counts its calls, takes a moment, and can be told to fail. */
const NPM = `
  import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
  appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
  console.log('talk of npm')
  if (existsSync('incomplete') && process.argv[2] === 'ci') {
    console.error('npm error code EUSAGE')
    process.exit(1)
  }
  if (existsSync('broken')) {
    console.error('npm error network')
    process.exit(7)
  }
  rmSync('node_modules', { recursive: true, force: true })
  setTimeout(() => {
    mkdirSync('node_modules')
    cpSync('package-lock.json', 'node_modules/.package-lock.json')
  }, 300)
`

const HANGING_NPM = `
  import { writeFileSync } from 'node:fs'
  writeFileSync('pid', String(process.pid))
  setInterval(() => undefined, 1_000)
`
const PATIENCE = { timeout: 20_000, interval: 20 }

const LOCK = {
  packages: {
    '': { name: 'checkout' },
    'node_modules/one': { version: '1.0.0' },
    'node_modules/elsewhere': { version: '1.0.0', optional: true, os: ['beos'], cpu: ['ppc'] },
  },
}

async function checkout() {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'piecework-test-')))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await mkdir(join(root, 'scripts'))
  await copyFile(new URL('./setup.mjs', import.meta.url), join(root, 'scripts', 'setup.mjs'))
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(LOCK))
  await mkdir(join(root, 'npm'))
  await writeFile(join(root, 'npm', 'npm-cli.mjs'), NPM)
  const calls = () => readFile(join(root, 'calls'), 'utf8').catch(() => '')
  return { root, calls }
}

async function setup(root: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'scripts', 'setup.mjs')], {
    env: {
      ...process.env,
      npm_execpath: join(root, 'npm', 'npm-cli.mjs'),
      npm_node_execpath: process.execPath,
      ...env,
    },
  })
  const result = { output: '', errors: '' }
  child.stdout.on('data', (chunk) => {
    result.output += chunk
  })
  child.stderr.on('data', (chunk) => {
    result.errors += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { ...result, code }
}

const CALL = 'ci --include=dev --no-audit --no-fund\n'

test('installs once, says so in one line on stderr, and then is silent', async () => {
  const { root, calls } = await checkout()
  const first = await setup(root)
  expect(first).toMatchObject({ code: 0, output: '' })
  expect(first.errors).toMatch(/^piecework: installing dependencies .*\n$/)
  expect(await setup(root)).toEqual({ code: 0, output: '', errors: '' })
  expect(await calls()).toBe(CALL)
})

test.each([
  ['a package', {}],
  ['a tool that is optional elsewhere', { devOptional: true }],
])('installs again when the lock file has %s more', async (_what, kind) => {
  const { root, calls } = await checkout()
  await setup(root)
  const two = { version: '2.0.0', ...kind }
  const changed = { packages: { ...LOCK.packages, 'node_modules/two': two } }
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(changed))
  expect((await setup(root)).code).toBe(0)
  expect(await calls()).toBe(CALL + CALL)
})

test('does not change a manual installation', async () => {
  const { root, calls } = await checkout()
  await mkdir(join(root, 'node_modules'))
  await copyFile(join(root, 'package-lock.json'), join(root, 'node_modules', '.package-lock.json'))
  expect(await setup(root)).toEqual({ code: 0, output: '', errors: '' })
  expect(await calls()).toBe('')
})

describe('an installation by npm ci --omit=dev', () => {
  async function production(nodeVersion: string) {
    const made = await checkout()
    const dev = {
      'node_modules/node': { version: nodeVersion, dev: true },
      'node_modules/tool': { version: '1.0.0', dev: true },
      'node_modules/other-tool': { version: '1.0.0', devOptional: true },
    }
    const lock = { packages: { ...LOCK.packages, ...dev } }
    await writeFile(join(made.root, 'package-lock.json'), JSON.stringify(lock))
    await mkdir(join(made.root, 'node_modules'))
    await writeFile(join(made.root, 'node_modules', '.package-lock.json'), JSON.stringify(LOCK))
    return made
  }

  test.each(['prestart', 'prepiecework'])('is not changed by %s', async (event) => {
    const { root, calls } = await production(process.versions.node)
    const done = await setup(root, { npm_lifecycle_event: event })
    expect(done).toEqual({ code: 0, output: '', errors: '' })
    expect(await calls()).toBe('')
  })

  test('refuses to start on an older Node, and says which it needs', async () => {
    const { root, calls } = await production('999.1.0')
    const refused = await setup(root, { npm_lifecycle_event: 'prestart' })
    expect(refused).toMatchObject({ code: 1, output: '' })
    expect(refused.errors).toContain('needs Node 999 or newer')
    expect(await calls()).toBe('')
  })

  test('is completed for scripts that need development dependencies', async () => {
    const { root, calls } = await production(process.versions.node)
    await setup(root, { npm_lifecycle_event: 'pretest' })
    expect(await calls()).toBe(CALL)
  })

  test('is completed when a package of the service is missing', async () => {
    const { root, calls } = await production(process.versions.node)
    await writeFile(join(root, 'node_modules', '.package-lock.json'), '{"packages": {}}')
    await setup(root, { npm_lifecycle_event: 'prestart' })
    expect(await calls()).toBe(CALL)
  })
})

test('accepts a lock file that lacks packages of other systems', async () => {
  const { root, calls } = await checkout()
  await writeFile(join(root, 'incomplete'), '')
  expect((await setup(root)).code).toBe(0)
  expect(await calls()).toBe(`${CALL}install --no-save --include=dev --no-audit --no-fund\n`)
})

test('shows the output of npm and advice when it fails, and retries next time', async () => {
  const { root, calls } = await checkout()
  await writeFile(join(root, 'broken'), '')
  const failed = await setup(root)
  expect(failed).toMatchObject({ code: 1, output: '' })
  expect(failed.errors).toMatch(/npm failed \(7\).*talk of npm.*npm error network.*Try again/s)
  await rm(join(root, 'broken'))
  expect((await setup(root)).code).toBe(0)
  expect(await calls()).toBe(CALL + CALL)
})

test('installs once when several start together', async () => {
  const { root, calls } = await checkout()
  const results = await Promise.all([1, 2, 3].map(() => setup(root)))
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(await calls()).toBe(CALL)
})

test('stops npm when it is stopped', async () => {
  const { root } = await checkout()
  await writeFile(join(root, 'npm', 'npm-cli.mjs'), HANGING_NPM)
  const child = spawn(process.execPath, [join(root, 'scripts', 'setup.mjs')], {
    env: {
      ...process.env,
      npm_execpath: join(root, 'npm', 'npm-cli.mjs'),
      npm_node_execpath: process.execPath,
    },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const pidFile = join(root, 'pid')
  await vi.waitFor(async () => expect(await readFile(pidFile, 'utf8')).not.toBe(''), PATIENCE)
  const pid = Number(await readFile(pidFile, 'utf8'))
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), PATIENCE)
})
