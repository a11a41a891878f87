import { spawnSync } from 'node:child_process'
import { chmod, chown, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, kill, serverPid, spawnOwner, start, temporaryFolder, until } from '../test-support.ts'
import { commandAs } from './identity.ts'
import { findPrograms } from './programs.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

/** False in a checkout under root's home directory, or without the right to change the user. */
const canBeNobody =
  isRoot && spawnSync((await findPrograms()).postgres, ['--version'], NOBODY).status === 0
const hasNamespaces = (() => {
  const inside = { kind: 'namespace', name: 'nobody', ...NOBODY } as const
  const { program, arguments: args, options } = commandAs(inside, '/bin/true', [])
  return isRoot && spawnSync(program, args, options).status === 0
})()

async function ownerOf(path: string) {
  const { uid, gid } = await stat(path)
  return { uid, gid }
}

async function serverOwner(dataDir: string) {
  return await ownerOf(`/proc/${await serverPid(dataDir)}`)
}

test.runIf(canBeNobody)('as root, becomes another user and changes only the cluster', async () => {
  const dataDir = await temporaryFolder(0o755)
  const { url } = await start(dataDir)
  expect(await ask(url, 'select 1')).toBe(1)
  const { uid } = await serverOwner(dataDir)
  expect(uid).not.toBe(0)
  expect((await ownerOf(join(dataDir, 'postgres'))).uid).toBe(uid)
  expect((await ownerOf(dataDir)).uid).toBe(0)
  expect((await ownerOf(join(dataDir, 'postgres.json'))).uid).toBe(0)
})

test.runIf(hasNamespaces)("as root, works under root's closed home", async () => {
  const home = await temporaryFolder(0o700)
  const dataDir = join(home, 'piecework', 'data')
  const first = await start(dataDir)
  await ask(first.url, 'create table kept (id int)')
  expect(await serverOwner(dataDir)).toEqual({ uid: 0, gid: 0 })
  expect(await ownerOf(join(dataDir, 'postgres'))).toEqual({ uid: 0, gid: 0 })
  await first.stop()
  // Once the folder is accessible, the files still belong to root: ownership is not changed without
  // need.
  await chmod(home, 0o755)
  const second = await start(dataDir)
  expect(await ask(second.url, 'select count(*)::int from kept')).toBe(0)
  expect(await serverOwner(dataDir)).toEqual({ uid: 0, gid: 0 })
})

test.runIf(hasNamespaces)('in a namespace, hears every signal, also the kill', async () => {
  const dataDir = await temporaryFolder(0o700)
  const { url, stop } = await start(dataDir)
  const killed = (await serverPid(dataDir)) ?? 0
  process.kill(killed, 'SIGKILL')
  await until(() => ask(url, 'select 1').catch(() => undefined))
  expect(await serverPid(dataDir)).not.toBe(killed)
  await stop()
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('fast shutdown request')
  expect(await serverPid(dataDir)).toBeUndefined()
})

test.runIf(canBeNobody)('as an ordinary user, just runs; as root later, as that user', async () => {
  const dataDir = await temporaryFolder(0o755)
  await chown(dataDir, NOBODY.uid, NOBODY.gid)
  const owner = spawnOwner(dataDir, NOBODY)
  await ask(await owner.url(), 'create table kept (id int)')
  expect(await serverOwner(dataDir)).toEqual(NOBODY)
  await kill(owner.child, 'SIGKILL')
  const { url, stop } = await start(dataDir)
  expect(await ask(url, 'select count(*)::int from kept')).toBe(0)
  expect(await serverOwner(dataDir)).toEqual(NOBODY)
  await stop()
})

test.runIf(canBeNobody && hasNamespaces)('gives a name to a user id that has none', async () => {
  const dataDir = await temporaryFolder(0o755)
  const nameless = { uid: 1_234_567, gid: 1_234_567 }
  await chown(dataDir, nameless.uid, nameless.gid)
  const owner = spawnOwner(dataDir, nameless)
  expect(await ask(await owner.url(), 'select 1')).toBe(1)
  expect(await ownerOf(join(dataDir, 'postgres'))).toEqual(nameless)
  await kill(owner.child, 'SIGKILL')
  const { stop } = await start(dataDir)
  expect(await serverOwner(dataDir)).toEqual(nameless)
  await stop()
})

test.runIf(canBeNobody)("refuses to use another user's database, and says why", async () => {
  const dataDir = await temporaryFolder(0o755)
  await (await start(dataDir)).stop()
  await chown(dataDir, NOBODY.uid, NOBODY.gid)
  await chown(join(dataDir, 'postgres'), 1234, 1234)
  const stranger = spawnOwner(dataDir, NOBODY)
  await expect(stranger.url()).rejects.toThrow(/belongs to user id 1234.*Run Piecework as that/s)
})

test.runIf(canBeNobody && hasNamespaces)(
  'takes over files that their owner cannot reach',
  async () => {
    const dataDir = await temporaryFolder(0o755)
    const first = await start(dataDir)
    await ask(first.url, 'create table kept (id int)')
    expect((await serverOwner(dataDir)).uid).not.toBe(0)
    await first.stop()
    await chmod(dataDir, 0o700)
    const second = await start(dataDir)
    expect(await ask(second.url, 'select count(*)::int from kept')).toBe(0)
    expect(await serverOwner(dataDir)).toEqual({ uid: 0, gid: 0 })
  },
)
