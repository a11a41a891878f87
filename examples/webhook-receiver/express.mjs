/**
 * Receives webhooks in an Express application. The body is read as it was sent, because the signature is of its bytes.
 * Answer fast with any 2xx and work afterwards: an answer that takes longer than 15 seconds counts as a failure.
 */
import { unwrapWebhook, WebhookVerificationError } from '@piecework/client'
import express from 'express'

const app = express()

/** Stands for a table with a unique key: the same message may arrive more than once. */
const seen = new Set()

app.post('/webhooks', express.raw({ type: '*/*', limit: '1mb' }), async (request, response) => {
  try {
    // The secret comes from PIECEWORK_WEBHOOK_SECRET.
    const message = await unwrapWebhook(request.body, request.headers)
    if (!seen.has(message.id)) {
      seen.add(message.id)
      handle(message)
    }
    response.sendStatus(204)
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    response.status(400).send(error.message)
  }
})

function handle(message) {
  switch (message.type) {
    case 'invoice.paid':
      console.log(`Invoice ${message.data.invoiceNumber} is paid`)
      break
    default:
      // A newer service sends types that are not known here.
      console.log(message.type)
  }
}

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
