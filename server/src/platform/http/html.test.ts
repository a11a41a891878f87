import { expect, test } from 'vitest'
import { escapeLines, html } from './html.ts'

test('a value is escaped in markup and attributes, unless it is safe HTML', () => {
  const inner = html`<b title="${'a "b"'}">${"<script>'&"}</b>`
  expect(inner.markup).toBe('<b title="a &quot;b&quot;">&lt;script&gt;&#39;&amp;</b>')
  expect(html`<p>${inner}${[inner, inner]}</p>`.markup).toBe(`<p>${inner.markup.repeat(3)}</p>`)
})

test('a missing value renders nothing', () => {
  expect(html`[${null}${undefined}${false}${''}${0}]`.markup).toBe('[0]')
})

test('a name can neither change the direction of later text nor contain control characters', () => {
  const name = 'A\u202ecme\u0007 \u2066Ltd\u2069\ud800'
  expect(html`${name}`.markup).toBe('Acme Ltd')
  expect(escapeLines('one\r\ntwo\n<three>')).toBe('one<br>two<br>&lt;three&gt;')
})
