import { type FastifyInstance, fastify } from 'fastify'
import { onFirstUse } from '../../on-first-use.ts'
import { scriptHashesOf } from '../script-hashes.ts'

const PATH = '/docs'
const PAGE = `${PATH}/`
const SCRIPT = `${PATH}/js/scalar.js`

/** The page writes its styles itself, and requests nothing from another server. `html` is the page. */
function contentSecurityPolicy(html: unknown): string {
  const hashes = typeof html === 'string' ? scriptHashesOf(html) : []
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** A piece of work ticked off; without it the browser asks for a file that is not there. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" ' +
    'fill="#1f6f54"/><path d="M9 17l5 5 9-12" fill="none" stroke="#fff" stroke-width="3"/></svg>',
)}`

/** The reference for people, made by the browser from /openapi.json, from our own files alone. */
export async function addReference(app: FastifyInstance, title: string): Promise<void> {
  const pagesOf = onFirstUse(() => loadPages(title))
  await app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, scope: 'public' }
    })
    pages.addHook('onSend', async (_request, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      void reply.header('content-security-policy', contentSecurityPolicy(isPage && payload))
    })
    const schema = { hide: true }
    pages.get(PATH, { schema }, async (_request, reply) => reply.redirect(PAGE, 301))
    for (const url of [PAGE, SCRIPT]) {
      pages.get(url, { schema }, async (_request, reply) => {
        const { headers, body } = await (await pagesOf()).inject({ url })
        return reply.type(String(headers['content-type'])).send(body)
      })
    }
  })
}

/** The library keeps 17 MB of script in memory, so it is loaded for the first reader. */
async function loadPages(title: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = fastify()
  await pages.register(scalar, {
    routePrefix: PATH,
    configuration: {
      url: '/openapi.json',
      pageTitle: title,
      favicon: ICON,
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      hiddenClients: {
        c: true,
        clojure: true,
        csharp: true,
        objc: true,
        ocaml: true,
        powershell: true,
        r: true,
        swift: true,
        fsharp: true,
        dart: true,
        kotlin: true,
        http: true,
      },
      customCss:
        '.scalar-app { --scalar-color-accent: #1f6f54 } .dark-mode .scalar-app { --scalar-color-accent: #5cc39d }',
    },
  })
  return pages
}
