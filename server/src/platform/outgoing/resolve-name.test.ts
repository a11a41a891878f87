import { createSocket } from 'node:dgram'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNameResolver } from './resolve-name.ts'

/** A name server that never answers. */
const silent = createSocket('udp4')
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'piecework-hosts-'))
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  silent.close()
  await rm(folder, { recursive: true })
})

async function resolverWith(hosts: string) {
  const hostsFile = join(folder, 'hosts')
  await writeFile(hostsFile, hosts)
  const servers = [`127.0.0.1:${silent.address().port}`]
  return createNameResolver({ servers, hostsFile, timeoutMs: 100 })
}

test('a name server that does not answer delays neither the caller nor other names', async () => {
  const resolve = await resolverWith('10.0.0.7 receiver\n')
  const slow = Array.from({ length: 20 }, (_, n) => resolve(`slow-${n}.example`).catch((e) => e))
  expect(await resolve('receiver')).toEqual([{ address: '10.0.0.7', family: 4 }])
  for (const error of await Promise.all(slow)) expect(error).toMatchObject({ code: 'ETIMEOUT' })
})

test('names of the hosts file need no name server', async () => {
  const resolve = await resolverWith(
    '# 10.0.0.1 nothing\n10.0.0.2\tReceiver other # comment\nfd00::2 receiver\n\nbroken\n',
  )
  expect(await resolve('RECEIVER.')).toEqual([
    { address: '10.0.0.2', family: 4 },
    { address: 'fd00::2', family: 6 },
  ])
  expect(await resolve('other')).toEqual([{ address: '10.0.0.2', family: 4 }])
})

test.each(['localhost', 'api.localhost'])('%s is this machine', async (name) => {
  const resolve = await resolverWith('')
  expect(await resolve(name)).toEqual([
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ])
})
