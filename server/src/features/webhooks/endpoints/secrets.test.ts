import { expect, test } from 'vitest'
import { createSealer } from '../../../platform/program/seal.ts'
import { openSecrets } from './secrets.ts'

const now = new Date('2026-03-15T12:00:00Z')
const until = new Date('2026-03-16T12:00:00Z')
const before = createSealer('the former secret of the service')
const sealer = createSealer('the secret of the service')

test('a previous secret that cannot be read does not keep the current one from signing', () => {
  const secrets = {
    secret: sealer.seal('new'),
    previousSecret: before.seal('old'),
    previousSecretUntil: until,
  }
  expect(openSecrets(sealer, secrets, now)).toEqual(['new'])
  expect(() => openSecrets(before, secrets, now)).toThrow()
})
