import { expect, test } from 'vitest'
import { csvLine } from './csv-text.ts'

test.each([
  ['a plain text', 'Acme', 'Acme'],
  ['a comma', 'Acme, Inc.', '"Acme, Inc."'],
  ['quotes', 'The "Acme"', '"The ""Acme"""'],
  ['line ends', 'one\r\ntwo', '"one\r\ntwo"'],
  ['spaces around it', ' Acme ', '" Acme "'],
  ['markup', '<b>&amp;</b>', '<b>&amp;</b>'],
  ['right-to-left and beyond the first plane', 'שלום \u202eabc 🧾', 'שלום \u202eabc 🧾'],
  ['255 characters', 'x'.repeat(255), 'x'.repeat(255)],
  ['nothing known', null, ''],
  ['an empty text', '', '""'],
  ['a truth', false, 'false'],
  ['an object', { a: '=1', b: [1] }, '"{""a"":""=1"",""b"":[1]}"'],
])('%s is one cell', (_, value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`)
})

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@sum(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '-',
  '+49 30 1234',
  '＝1+1',
])('a text that begins like the formula %j is a text to a spreadsheet', (text) =>
  expect(csvLine([text])).toBe(`"'${text}"\r\n`),
)

test.each([
  [-1.5, '-1.5'],
  ['-1.5', '-1.5'],
  ['-0.0000000001', '-0.0000000001'],
  [1e-10, '0.0000000001'],
  [-1.5e-7, '-0.00000015'],
  [12_345_678.9012345, '12345678.9012345'],
  [1e21, '1000000000000000000000'],
  ['0.1000000000000000055', '0.1000000000000000055'],
  [0, '0'],
])('the number %j stays a number with all its digits', (value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`)
})

test('cells are separated by commas, and lines end as RFC 4180 requires', () => {
  expect(csvLine(['a', null, 3, 'x,y'])).toBe('a,,3,"x,y"\r\n')
})
