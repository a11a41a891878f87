import { getMigrations } from 'better-auth/db/migration'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/support/use-app.ts'
import { libraryOptions } from './auth-library.ts'

const t = useTestApp()

test('the migrations create every table and column that the sign-in library needs', async () => {
  const options = libraryOptions(t.dependencies.db, {
    publicUrl: 'http://localhost:8080',
    secret: 'x'.repeat(32),
  })
  const { toBeAdded, toBeCreated } = await getMigrations(options)
  expect({ toBeAdded, toBeCreated }).toEqual({ toBeAdded: [], toBeCreated: [] })
})
