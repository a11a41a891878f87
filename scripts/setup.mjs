/**
 * Installs the dependencies of a fresh or changed checkout, so that `npm start` is the only command
 * a newcomer needs. npm scripts run it first (prestart, pretest ...), on whatever Node the machine
 * has and with nothing installed: plain JavaScript, Node 18, built-ins only. It speaks on stderr,
 * because the output of the script it precedes may be piped.
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

/** The scripts that need no developers' tools. */
const RUNS_SERVICE = /^pre(start|piecework)$/
/** The package that brings the Node of the project. */
const NODE = 'node_modules/node'

const HEARTBEAT_MS = 1_000
/** A lock that nobody touched for this long belongs to a setup that was killed. */
const SILENCE_MS = 30_000
const POLL_MS = 200

/** Settings of the npm that called us which would make `npm ci` do something else. */
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
    // Another setup may have finished while we waited, or somebody ran npm by hand.
    if (isStamped(wanted)) return
    if (!isInstalled()) {
      say('installing dependencies with npm, which takes about a minute ...')
      await install()
    }
    writeStamp(wanted)
  } finally {
    release()
  }
}

/** node_modules is good for one lock file on one kind of machine: it may be shared with others. */
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
    // Somebody else's checkout, which we may only read: complete all the same.
  }
}

/**
 * Whether npm has already installed just what the lock file says (it leaves a copy of what it did).
 * Then running it again would only cost time, or fail where there is no network.
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

/** Whether `npm ci --omit=dev` has installed what the lock file says: it stays without the rest. */
function isProduction() {
  const done = readPackages(join(modules, '.package-lock.json'))
  const wanted = readPackages(join(root, 'package-lock.json'))
  if (done === undefined || wanted === undefined || NODE in done || !(NODE in wanted)) return false
  return Object.entries(wanted).every(([path, { version, link, dev, ...rest }]) => {
    if (!/(^|\/)node_modules\//.test(path) || link || dev || !isForThisMachine(rest)) return true
    return done[path]?.version === version
  })
}

/** Without developers' tools there is no Node among the packages, so the machine's own must do. */
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

/** Optional packages are variants for other systems; those that name ours have to be there. */
function isForThisMachine({ optional, devOptional, peer, os, cpu, libc }) {
  if (!optional && !devOptional && !peer) return true
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc)
}

/** The Node that the project runs on comes as a package, put into place by its install script. */
function isNodeUsable() {
  const isWanted = NODE in (readPackages(join(root, 'package-lock.json')) ?? {})
  const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return !isWanted || spawnSync(node, ['--version']).status === 0
}

/**
 * `npm ci` refuses a lock file that lacks optional packages of other systems, as one does that was
 * made with a registry which has not got them. What `npm install` makes of such a file is the same
 * on this system, and with --no-save it leaves the file alone.
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
      // It would go on installing without us. The lock of a setup that is gone counts for nothing.
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

/** The npm that called us, when one did (it may also have been another package manager). */
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
 * One setup at a time. The lock is a directory outside node_modules (which npm deletes) that
 * appears complete, by a rename, and is touched while its owner lives. A dead one is moved to a
 * name made from its own content, which can succeed only once: of two that saw it dead, the slower
 * cannot move away the new lock of the faster.
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
    // Moved first: half removed, it would be an empty directory, which a rename can replace.
    if (readOwner(path) === token && moveTo(path, own)) rmSync(own, { recursive: true })
  }
}

/** False when the target already exists. An empty directory would be replaced: ours never are. */
function moveTo(from, to) {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (existsSync(to) || error.code === 'ENOENT') return false
    if (['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(error.code)) return false // gone just now
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
    // Removed by hand: the worst that follows is a second installation.
  }
}

function say(text) {
  process.stderr.write(`piecework: ${text}\n`)
}
