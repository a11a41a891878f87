import { expect, test } from 'vitest'
import { createAddressGuard, createListGuard, literalAddress } from './address-guard.ts'

const guard = createAddressGuard([])

/** URLs that lead into the network of the service, each in another spelling. */
const PRIVATE = [
  'http://127.0.0.1',
  'http://127.1',
  'http://2130706433',
  'http://0x7f000001',
  'http://0177.0.0.1',
  'http://0x7f.0.0.0x1',
  'http://127.255.255.254',
  'http://0.0.0.0',
  'http://0',
  'http://10.0.0.1',
  'http://167772161',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'http://192.168.1.1',
  'http://0300.0250.1.1',
  'http://169.254.169.254',
  'http://0xa9fea9fe',
  'http://100.64.0.1',
  'http://192.0.0.1',
  'http://198.18.0.1',
  'http://224.0.0.1',
  'http://255.255.255.255',
  'http://[::]',
  'http://[::1]',
  'http://[0:0:0:0:0:0:0:1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[::ffff:a9fe:a9fe]',
  'http://[::127.0.0.1]',
  'http://[64:ff9b::7f00:1]',
  'http://[2002:7f00:1::]',
  'http://[2001:0:7f00:1::]',
  'http://[fe80::1]',
  'http://[fc00::1]',
  'http://[fd12:3456::1]',
  'http://[ff02::1]',
  'http://①②⑦.0.0.1',
  'http://127。0。0。1',
]

test.each(PRIVATE)('refuses %s', (text) => {
  const address = literalAddress(new URL(text))
  expect(address).toBeDefined()
  expect(guard.isAllowed(address ?? '')).toBe(false)
})

test.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '198.51.101.1'])(
  'allows %s',
  (address) => {
    expect(guard.isAllowed(address)).toBe(true)
  },
)

test('allows listed addresses and ranges, and nothing next to them', () => {
  const listed = createAddressGuard(['10.1.0.0/16', '192.168.0.7', 'fd00::/8', '::1'])
  for (const address of ['10.1.2.3', '192.168.0.7', 'fd12::1', '::1', '8.8.8.8']) {
    expect(listed.isAllowed(address), address).toBe(true)
  }
  for (const address of ['10.2.0.1', '192.168.0.8', 'fc00::1', '127.0.0.1', '::ffff:10.1.2.3']) {
    expect(listed.isAllowed(address), address).toBe(false)
  }
})

test('a list guard allows no other public address', async () => {
  const guardOfList = createListGuard(['10.1.0.0/16'], async () => [
    { address: '8.8.8.8', family: 4 },
  ])
  expect(guardOfList.isAllowed('10.1.2.3')).toBe(true)
  expect(guardOfList.isAllowed('8.8.8.8')).toBe(false)
  await expect(look('public.example', guardOfList, true)).rejects.toThrow('public.example')
})

const resolving = (...addresses: { address: string; family: number }[]) =>
  createAddressGuard([], async () => addresses)

const look = (name: string, by: ReturnType<typeof createAddressGuard>, all: boolean) =>
  new Promise<unknown>((resolve, reject) => {
    by.lookup(name, { all }, (error, address) => (error ? reject(error) : resolve(address)))
  })

test.each([true, false])('refuses a name with any private address, all: %s', async (all) => {
  const mixed = resolving({ address: '8.8.8.8', family: 4 }, { address: '10.0.0.1', family: 4 })
  await expect(look('mixed.example', mixed, all)).rejects.toThrow(
    'mixed.example does not lead to an allowed address',
  )
})

test('resolves a public name', async () => {
  const open = resolving({ address: '8.8.8.8', family: 4 })
  expect(await look('open.example', open, true)).toEqual([{ address: '8.8.8.8', family: 4 }])
  expect(await look('open.example', open, false)).toBe('8.8.8.8')
})
