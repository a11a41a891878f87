import { expect, test } from 'vitest'
import { createTestApp } from '../support/app.ts'
import { createBrowser, givenPerson, PASSWORD, type Person, signInAs } from '../support/people.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp()

const addressOf = (index: number) => `198.18.${Math.floor(index / 250)}.${(index % 250) + 1}`

test('400 concurrent sign-ins are each answered or told when to retry', async () => {
  const people: Person[] = []
  for (let index = 0; index < 20; index += 1) people.push(await givenPerson(t))
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, index) => {
      const email = people[index % 20]?.email ?? ''
      const isRight = index < 20
      const browser = createBrowser(t, { remoteAddress: addressOf(index) })
      const password = isRight ? PASSWORD : 'a wrong one'
      return browser.post('/v1/auth/sign-in', { email, password })
    }),
  )
  const statuses = new Set(answers.map(({ status }) => status))
  expect(statuses.difference(new Set([204, 401, 429, 503]))).toEqual(new Set())
  expect(statuses).toContain(204)
  for (const { status, headers } of answers) {
    if (status === 429 || status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  // The queue is empty again: the next request is admitted.
  await signInAs(t, people[0] ?? { email: '' }, { remoteAddress: addressOf(0) })
})

test('sign-ins of unknown accounts wait in the same queue, and one refused unread is no attempt', async () => {
  const { email } = await givenPerson(t)
  const remoteAddress = '192.0.2.77'
  const browser = createBrowser(t, { remoteAddress })
  // Fills the queue from other networks.
  const crowd = Array.from({ length: 300 }, (_, index) =>
    createBrowser(t, { remoteAddress: addressOf(index) }).post('/v1/auth/sign-in', {
      email: `crowd${index}@acme.test`,
      password: PASSWORD,
    }),
  )
  const own = await Promise.all(
    Array.from({ length: 10 }, () =>
      browser.post('/v1/auth/sign-in', { email, password: 'a wrong one' }),
    ),
  )
  const ofCrowd = new Set((await Promise.all(crowd)).map(({ status }) => status))
  expect(ofCrowd).toEqual(new Set([401, 503]))
  const refused = own.filter(({ status }) => status === 503).length
  expect(refused).toBeGreaterThan(0)
  for (let left = 0; left < refused; left += 1) {
    const { status } = await browser.post('/v1/auth/sign-in', { email, password: 'a wrong one' })
    expect(status).toBe(401)
  }
  expect((await browser.post('/v1/auth/sign-in', { email, password: PASSWORD })).status).toBe(429)
})

test('an error inside the sign-in library keeps its cause', async () => {
  const broken = await createTestApp()
  try {
    const { email } = await givenPerson(broken)
    await broken.database.pool.query(
      'alter table sessions add constraint nobody_enters check (user_id is null) not valid',
    )
    const { library } = broken.dependencies.signIn
    const caller = { ip: '192.0.2.1', userAgent: undefined }
    const body = { email, password: PASSWORD }
    const call = library.call({ path: '/sign-in/email', body, caller })
    await expect(call).rejects.toThrow('nobody_enters')
  } finally {
    await broken.close()
  }
})
