import { expect, test } from 'vitest'
import { senderName } from './sender.ts'

test.each([
  ['billing@acme.test', { name: 'Piecework', address: 'invoices@host.test' }, 'Acme via Piecework'],
  [null, { name: 'Piecework', address: 'invoices@host.test' }, 'Acme via Piecework'],
  [null, { name: '', address: 'invoices@host.test' }, 'Acme via host.test'],
  ['billing@ACME.test', { name: 'Piecework', address: 'invoices@acme.test' }, 'Acme'],
  [null, { name: 'Acme', address: 'invoices@host.test' }, 'Acme'],
])('mails of Acme at %s with the sender %j come from %s', (email, from, name) => {
  expect(senderName({ name: 'Acme', email }, from)).toBe(name)
})
