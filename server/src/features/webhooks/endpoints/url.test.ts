import { expect, test } from 'vitest'
import { refuseUrl, urlRulesOf } from './url.ts'

const live = (...webhookAllowedAddresses: string[]) =>
  urlRulesOf({ environment: 'live', webhookAllowedAddresses })

test('a live service sends unencrypted only to addresses that it lists', () => {
  const rules = live('10.1.0.0/16')
  expect(() => refuseUrl('http://10.1.2.3/hooks', rules)).not.toThrow()
  expect(() => refuseUrl('https://8.8.8.8/hooks', rules)).not.toThrow()
  expect(() => refuseUrl('http://8.8.8.8/hooks', rules)).toThrow()
  expect(() => refuseUrl('http://receiver.example/hooks', live())).toThrow()
  expect(rules.httpGuard.isAllowed('8.8.8.8')).toBe(false)
})
