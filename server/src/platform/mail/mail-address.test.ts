import { expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { domainOf, isMailAddress, oneLine, parseMailbox } from './mail-address.ts'

test.each(['ann@acme.test', "o'neil+tag@sub.acme.test", 'x@localhost'])(
  '%s is an address',
  (text) => {
    expect(isMailAddress(text)).toBe(true)
  },
)

test.each([
  '',
  'ann',
  'ann@',
  '@acme.test',
  'a@b@c',
  'a b@c.test',
  'a@b.test,c@d.test',
  'a@b.test;c@d.test',
  'A <a@b.test>',
  'a@b.test\r\nBcc: c@d.test',
  'a@b.test\u0000',
  '"a"@b.test',
  `${'x'.repeat(250)}@b.test`,
])('%j is not an address', (text) => {
  expect(isMailAddress(text)).toBe(false)
})

test.each([
  ['Acme <a@b.test>', { name: 'Acme', address: 'a@b.test' }],
  ['"Acme, Inc." <a@b.test>', { name: 'Acme, Inc.', address: 'a@b.test' }],
  ['a@b.test', { name: '', address: 'a@b.test' }],
  ['<a@b.test>', { name: '', address: 'a@b.test' }],
  ['Acme', undefined],
  ['Acme <a@b.test', undefined],
  ['Acme <a@b.test> <c@d.test>', undefined],
  ['Acme <a@b.test\r\nBcc: c@d.test>', undefined],
])('reads %j', (text, mailbox) => {
  expect(parseMailbox(text)).toEqual(mailbox)
})

test('text for a header has one line', () => {
  expect(oneLine(' a\r\nBcc: b\u2028c\u0000\td ')).toBe('a Bcc: b c d')
  expect(domainOf({ name: '', address: 'a@b.test' })).toBe('b.test')
})

test('with a mail server the sender must be set to a valid address', () => {
  const problemsOf = (env: Record<string, string>) => {
    const parsed = parseConfig(env)
    return parsed.ok ? '' : parsed.problems.join('\n')
  }
  const server = { SMTP_URL: 'smtp://user:hush@mail.test:587' }
  expect(problemsOf({})).toBe('')
  expect(problemsOf(server)).toContain('MAIL_FROM')
  expect(problemsOf({ ...server, MAIL_FROM: 'Acme <a@b.test>' })).toBe('')
  expect(problemsOf({ ...server, MAIL_FROM: 'Acme' })).toContain('MAIL_FROM')
  const wrong = problemsOf({ SMTP_URL: 'http://user:hush@mail.test' })
  expect(wrong).toContain('SMTP_URL')
  expect(wrong).not.toContain('hush')
})
