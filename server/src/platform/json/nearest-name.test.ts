import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

test.each([
  ['raet', 'rate'],
  ['rat', 'rate'],
  ['input_tokens', 'inputTokens'],
])('%s was probably meant to be %s', (name, meant) => {
  expect(nearestName(name, ['top', 'rate', 'inputTokens'])).toBe(meant)
})

test.each([
  ['seats', 'seatsCount'],
  ['email', 'emailAddress'],
  ['stauts', 'status'],
  ['statu', 'status'],
])('%s was probably meant to be %s, which contains it or has one typo less', (name, meant) => {
  const known = ['status', 'recipientEmail', 'seatsCount', 'emailAddress']
  expect(nearestName(name, known)).toBe(meant)
})

test.each(['foo', 'x', '', '1'])('%s resembles no known name', (name) => {
  expect(nearestName(name, ['top', 'rate', 'inputTokens'])).toBeUndefined()
})
