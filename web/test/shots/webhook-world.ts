import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Caller = {
  // biome-ignore lint/suspicious/noExplicitAny: API responses, of which only ids are read
  post: (path: string, body?: unknown) => Promise<any>
  patch: (path: string, body: unknown) => Promise<unknown>
}

const LONG = `customers/${'w'.repeat(200)}`

/** Starts a receiver on this machine, whose path says how it answers. */
export async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      if (request.url?.startsWith('/failing')) {
        const problem = { error: 'database is read-only', retry: true }
        return response.writeHead(503).end(JSON.stringify(problem))
      }
      if (request.url?.startsWith('/gone')) return response.writeHead(410).end()
      return response.end(JSON.stringify({ received: true }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Adds an endpoint in each state, before anything is announced. */
export async function listen(owner: Caller, origin: string): Promise<void> {
  const endpoints = [
    { url: `${origin}/accounting`, description: 'Books paid invoices' },
    { url: `${origin}/${LONG}`, types: ['customer.created', 'customer.updated'] },
    { url: `${origin}/failing/crm`, types: ['invoice.issued'], description: 'CRM, staging' },
    { url: `${origin}/gone`, description: 'Former billing system' },
  ]
  for (const endpoint of endpoints) await owner.post('/v1/webhook-endpoints', endpoint)
  const { id } = await owner.post('/v1/webhook-endpoints', { url: `${origin}/paused` })
  await owner.patch(`/v1/webhook-endpoints/${id}`, { status: 'disabled' })
}
