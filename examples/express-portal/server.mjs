/**
 * "My invoices" in an Express application: whoever is signed in there gets a link to the portal, which
 * shows this customer's invoices, usage and subscriptions and nothing else. The link opens once, for an
 * hour; it is made when it is needed and never stored.
 */
import { NotFoundError, Piecework } from '@piecework/client'
import express from 'express'

const piecework = new Piecework()
const app = express()

/** Stands for your own sign-in: it alone decides whose portal is opened, never a parameter. */
const SESSIONS = new Map([['session-of-anna', { user: 'Anna', customer: 'acme' }]])
const signedIn = (request) => SESSIONS.get(request.get('cookie')?.match(/session=([\w-]+)/)?.[1])

app.get('/', (_request, response) => {
  response.send('<form method="post" action="/my-invoices"><button>My invoices</button></form>')
})

// A POST, so that nothing that looks ahead at links makes one.
app.post('/my-invoices', async (request, response) => {
  const session = signedIn(request)
  if (session === undefined) return response.status(401).send('Sign in first')
  try {
    const { url } = await piecework.portalSessions.create({
      customerExternalId: session.customer,
      returnUrl: `${request.protocol}://${request.get('host')}/`,
    })
    response.set('cache-control', 'no-store')
    return response.redirect(303, url)
  } catch (error) {
    if (error instanceof NotFoundError) return response.status(404).send('There is nothing yet')
    throw error
  }
})

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
