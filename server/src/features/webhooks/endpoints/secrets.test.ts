import { expect, test } from 'vitest'
import { createSealer } from '../../../platform/program/seal.ts'
import { lastEnd, openSecrets, previousAfterRotation, type SealedSecrets } from './secrets.ts'

const now = new Date('2026-03-15T12:00:00Z')
const until = '2026-03-16T12:00:00.000Z'
const before = createSealer('the former secret of the service')
const sealer = createSealer('the secret of the service')

test('a previous secret that cannot be read does not keep the current one from signing', () => {
  const secrets = {
    secret: sealer.seal('new'),
    previousSecrets: [{ secret: before.seal('old'), until }],
  }
  expect(openSecrets(sealer, secrets, now)).toEqual(['new'])
  expect(() => openSecrets(before, secrets, now)).toThrow()
})

const rotated = (before: SealedSecrets, secret: string, hours: number, at = now) => {
  const end = hours === 0 ? null : new Date(at.getTime() + hours * 3_600_000)
  return { secret, previousSecrets: previousAfterRotation(before, { until: end, now: at }) }
}
const names = ({ previousSecrets }: SealedSecrets) => previousSecrets.map(({ secret }) => secret)

test('each secret keeps the end that it was given', () => {
  const first = rotated({ secret: 'a', previousSecrets: [] }, 'b', 24)
  const second = rotated(first, 'c', 1)
  expect(second.previousSecrets).toEqual([
    { secret: 'b', until: '2026-03-15T13:00:00.000Z' },
    { secret: 'a', until },
  ])
  expect(lastEnd(second.previousSecrets)).toBe(until)
  expect(lastEnd([])).toBeNull()
  const later = new Date('2026-03-15T14:00:00Z')
  expect(names(rotated(second, 'd', 24, later))).toEqual(['c', 'a'])
})

test('at most four previous secrets are kept, and none without an overlap', () => {
  const all = ['b', 'c', 'd', 'e', 'f', 'g'].reduce(
    (before: SealedSecrets, secret) => rotated(before, secret, 24),
    { secret: 'a', previousSecrets: [] },
  )
  expect(names(all)).toEqual(['f', 'e', 'd', 'c'])
  expect(names(rotated(all, 'h', 0))).toEqual([])
})
