import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createTestApp } from '../test/support/app.ts'

setFlagsFromString('--expose_gc')
const collectGarbage: () => void = runInNewContext('gc')

async function openAndClose(): Promise<WeakRef<object>> {
  const t = await createTestApp()
  await t.close()
  return new WeakRef(t.dependencies)
}

test('an app that is closed leaves nothing in memory', async () => {
  const closed = await openAndClose()
  const isLetGo = () => {
    collectGarbage()
    return closed.deref() === undefined
  }
  await expect.poll(isLetGo).toBe(true)
})
