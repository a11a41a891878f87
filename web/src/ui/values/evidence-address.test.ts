import { expect, test } from 'vitest'
import { evidenceAddress } from './evidence-address.ts'

test('an https address is linked with its host', () => {
  expect(evidenceAddress('https://desk.example:8443/t/1?a=b#c')).toEqual({
    href: 'https://desk.example:8443/t/1?a=b#c',
    host: 'desk.example:8443',
  })
})

test('a host in other letters is shown as the browser resolves it', () => {
  expect(evidenceAddress('https://pаypal.example/')?.host).toBe('xn--pypal-4ve.example')
})

test.each([
  null,
  '',
  'javascript:alert(1)',
  ' \tjavascript:alert(1)//https://desk.example',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'http://desk.example/',
  'ftp://desk.example/',
  '//desk.example/',
  '/portal',
  'https://',
])('%j is not linked', (text) => {
  expect(evidenceAddress(text)).toBeUndefined()
})
