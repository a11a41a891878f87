import { expect, test } from 'vitest'
import { isSameRule, NO_RULE, problemsOf, ruleThatAssigns, toBody } from './rule-values.ts'

const SUGGESTED = { attribute: 'tenant.id', value: 'acme' }

test('an attribute that has the id of the customer assigns every customer', () => {
  const rule = { ...NO_RULE, ...ruleThatAssigns(SUGGESTED, 'acme') }
  expect(toBody(rule)).toEqual({
    attribute: 'tenant.id',
    operator: 'present',
    value: null,
    target: 'customer',
    assigns: null,
  })
})

test('an attribute with another name for the customer assigns only this customer', () => {
  const rule = { ...NO_RULE, ...ruleThatAssigns(SUGGESTED, 'Acme Inc.') }
  expect(toBody(rule)).toMatchObject({ operator: 'equals', value: 'acme', assigns: 'Acme Inc.' })
})

test('a value that the operator does not use neither fails nor makes another rule', () => {
  const rule = { ...NO_RULE, attribute: 'tenant.id' }
  expect(problemsOf(rule)).toEqual({})
  expect(problemsOf({ ...rule, operator: 'prefix' })).toEqual({ value: 'Enter a value' })
  expect(isSameRule(rule, { ...rule, value: 'left over' })).toBe(true)
  expect(isSameRule(rule, { ...rule, target: 'agent' })).toBe(false)
})
