import { expect, test } from 'vitest'
import { useTestApp } from '../../server/test/support/use-app.ts'
import { hasPython, note, unittest } from './support/python.ts'

const t = useTestApp()

test(`the Python client keeps its promises without a service${note}`, async () => {
  if (!hasPython) return
  const said = await Promise.all([unittest('tests/unit'), unittest('tests/threads')])
  for (const one of said) expect(one).toMatch(/^OK$/m)
})

test(`the Python client works with a real service${note}`, async () => {
  if (!hasPython) return
  const said = await unittest('tests/service', {
    PIECEWORK_API_KEY: t.organization.secretKey,
    PIECEWORK_PUBLISHABLE_KEY: t.organization.publishableKey,
    PIECEWORK_BASE_URL: await t.app.listen({ port: 0, host: '127.0.0.1' }),
  })
  expect(said).toMatch(/^OK$/m)
})
