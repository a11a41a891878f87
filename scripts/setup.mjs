/**
 * Installs the dependencies of a fresh or changed checkout, so that `npm start` is the only command
 * a new user needs. npm scripts run it first (prestart, pretest ...), with any Node version and
 * nothing installed. Therefore it is plain JavaScript for Node 18 with built-ins only. It writes to
 * stderr, because the output of the script that follows may be piped.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.piecework-setup')

/** Scripts that need no development dependencies. */
const RUNS_SERVICE = /^pre(start|piecework)$/
/** The package that provides the project's Node. */
const NODE = 'node_modules/node'

const HEARTBEAT_MS = 1_000
/** A lock that is older than this belongs to a setup that was killed. */
const SILENCE_MS = 30_000
const POLL_MS = 200

/** Settings inherited from the calling npm that would change what `npm ci` does. */
const FOREIGN_SETTINGS =
  /^npm_config_(workspaces?|include_workspace_root|omit|only|production|dry_run|global|location)$/i

main().catch((error) => {
  say(error.message)
  process.exitCode = 1
})

async function main() {
  if (RUNS_SERVICE.test(process.env.npm_lifecycle_event ?? '') && isProduction()) {
    requireNode()
    return
  }
  const wanted = stamp()
  if (isStamped(wanted)) return
  const release = await lock()
  try {
    // Another setup may have finished while this one waited, or npm was run by hand.
    if (isStamped(wanted)) return
    if (!isInstalled()) {
      say('installing dependencies with npm, which takes one to three minutes ...')
      await install()
    }
    writeStamp(wanted)
  } finally {
    release()
  }
}

/**
 * Returns the stamp of an installation. node_modules fits one lock file on one platform, and may be
 * shared between machines.
 */
function stamp() {
  const lockFile = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lockFile).digest('hex')
  return `${hash} ${process.platform}-${process.arch}\n`
}

function isStamped(wanted) {
  try {
    return readFileSync(stampFile, 'utf8') === wanted
  } catch {
    return false
  }
}

function writeStamp(wanted) {
  try {
    writeFileSync(stampFile, wanted)
  } catch {
    // A read-only checkout of another user; the installation is complete nevertheless.
  }
}

/**
 * Returns true if npm has already installed exactly what the lock file says; npm leaves a copy of
 * the lock file. Another run would only cost time, or fail without a network.
 */
function isInstalled() {
  const done = readPackages(join(modules, '.package-lock.json'))
  const wanted = readPackages(join(root, 'package-lock.json'))
  if (done === undefined || wanted === undefined || !isNodeUsable()) return false
  return Object.entries(wanted).every(([path, { version, link, ...rest }]) => {
    if (!/(^|\/)node_modules\//.test(path) || link || !isForThisMachine(rest)) return true
    return done[path]?.version === version
  })
}

/**
 * Returns true if `npm ci --omit=dev` has installed what the lock file says; such an installation
 * stays without development dependencies.
 */
function isProduction() {
  const done = readPackages(join(modules, '.package-lock.json'))
  const wanted = readPackages(join(root, 'package-lock.json'))
  if (done === undefined || wanted === undefined || NODE in done || !(NODE in wanted)) return false
  return Object.entries(wanted).every(([path, { version, link, dev, devOptional, ...rest }]) => {
    const isOfDevelopers = dev || devOptional
    if (!/(^|\/)node_modules\//.test(path) || link || isOfDevelopers || !isForThisMachine(rest)) {
      return true
    }
    return done[path]?.version === version
  })
}

/**
 * Throws if the machine's Node is too old. Without development dependencies no Node is installed as
 * a package.
 */
function requireNode() {
  const { version } = readPackages(join(root, 'package-lock.json'))[NODE]
  if (Number.parseInt(process.versions.node, 10) >= Number.parseInt(version, 10)) return
  throw new Error(
    `this installation is without developers' tools (npm ci --omit=dev), and so without a Node of its own. It needs Node ${Number.parseInt(version, 10)} or newer, and this is ${process.versions.node}. docs/systemd.md says how to keep the one of the build, and "npm ci" installs all.`,
  )
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Optional packages are variants for other platforms; those that name this platform must be
 * installed. A development dependency that is also optional elsewhere names no platform.
 */
function isForThisMachine({ optional, devOptional, peer, os, cpu, libc }) {
  if (!optional && !peer && !(devOptional && os)) return true
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc)
}

/**
 * Returns true if the project's Node runs. It comes as a package, and an install script puts it
 * into place.
 */
function isNodeUsable() {
  const isWanted = NODE in (readPackages(join(root, 'package-lock.json')) ?? {})
  const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return !isWanted || spawnSync(node, ['--version']).status === 0
}

/**
 * Installs all packages. `npm ci` rejects a lock file that lacks optional packages of other
 * platforms, such as one created with a registry that lacks them. `npm install` produces the same
 * result on this platform; --no-save leaves the lock file unchanged.
 */
async function install() {
  const flags = ['--include=dev', '--no-audit', '--no-fund']
  let result = await runNpm(['ci', ...flags])
  if (/\bEUSAGE\b/.test(result.output)) {
    result = await runNpm(['install', '--no-save', ...flags])
  }
  if (result.code !== 0) {
    throw new Error(
      `npm failed (${result.code}):\n\n${result.output.trim()}\n\n` +
        'Nothing was started. Most often the network or a full disk is the reason. Try again, or ' +
        `run "npm ci" in ${root} yourself to see more.`,
    )
  }
  if (!isNodeUsable()) {
    throw new Error(
      'npm ran without install scripts, which put Node and PostgreSQL into place. Allow them ' +
        `for this project: run "npm rebuild --ignore-scripts=false" in ${root}, then try again.`,
    )
  }
}

function runNpm(args) {
  const { program, first, shell } = npm()
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !FOREIGN_SETTINGS.test(name)),
  )
  // npm must not run on the Node in node_modules, which it is about to delete.
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  env[pathName] = (env[pathName] ?? '')
    .split(delimiter)
    .filter((folder) => !isInModules(folder))
    .join(delimiter)
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'pipe']
    const child = spawn(program, [...first, ...args], { cwd: root, env, shell, stdio })
    for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
      // The child would continue to install. The lock of a dead setup is ignored.
      process.once(signal, () => {
        child.kill(signal)
        process.exit(code)
      })
    }
    let output = ''
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', (error) => resolve({ code: error.code, output: error.message }))
    child.once('close', (code, signal) => resolve({ code: code ?? signal, output }))
  })
}

/** Returns the npm that started this script, or `npm` if another package manager did. */
function npm() {
  const script = process.env.npm_execpath ?? ''
  const node = [process.env.npm_node_execpath, process.execPath].find(
    (path) => path && !isInModules(path) && existsSync(path),
  )
  if (node && /^npm-cli\.[cm]?js$/.test(basename(script)) && existsSync(script)) {
    return { program: node, first: [script], shell: false }
  }
  return { program: 'npm', first: [], shell: process.platform === 'win32' }
}

function isInModules(path) {
  return path === modules || path.startsWith(modules + sep)
}

/**
 * Lets one setup run at a time. The lock is a directory outside node_modules, because npm deletes
 * that folder. A rename creates it complete, and its owner touches it periodically. A stale lock is
 * renamed to a name derived from its content, which succeeds only once. If two processes see the
 * same stale lock, the slower one therefore cannot remove the new lock of the faster one.
 */
async function lock() {
  const id = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const path = join(tmpdir(), `piecework-setup-${process.getuid?.() ?? 'user'}-${id}`)
  const token = `${process.pid}-${randomBytes(6).toString('hex')}`
  const own = `${path}.${token}`
  mkdirSync(own)
  writeFileSync(join(own, 'owner'), token)
  for (let hasSaid = false; !moveTo(own, path); ) {
    const owner = readOwner(path)
    if (owner !== undefined && isDead(path, owner)) {
      moveTo(path, `${path}.dead-${owner}`)
      continue
    }
    if (!hasSaid) say('waiting for another setup of this folder ...')
    hasSaid = true
    await delay(POLL_MS)
  }
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS)
  heartbeat.unref()
  return () => {
    clearInterval(heartbeat)
    // Renamed before deletion: a half-deleted lock would be an empty directory, which a rename can
    // replace.
    if (readOwner(path) === token && moveTo(path, own)) rmSync(own, { recursive: true })
  }
}

/**
 * Renames a directory; returns false if the target exists. A rename would replace an empty
 * directory, but a lock is never empty.
 */
function moveTo(from, to) {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (existsSync(to) || error.code === 'ENOENT') return false
    if (['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(error.code)) return false // released concurrently
    throw error
  }
}

function readOwner(path) {
  try {
    return readFileSync(join(path, 'owner'), 'utf8')
  } catch {
    return undefined
  }
}

function isDead(path, owner) {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (age > SILENCE_MS) return true
  try {
    process.kill(Number.parseInt(owner, 10), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

function touch(path) {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // Removed by hand: the worst consequence is a second installation.
  }
}

function say(text) {
  process.stderr.write(`piecework: ${text}\n`)
}
