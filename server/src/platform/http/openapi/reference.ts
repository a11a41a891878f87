import { type FastifyInstance, fastify } from 'fastify'
import { onFirstUse } from '../../on-first-use.ts'
import { scriptHashesOf } from '../script-hashes.ts'

const PATH = '/docs'
const PAGE = `${PATH}/`
const SCRIPT = `${PATH}/js/scalar.js`
const DOCUMENT = '/openapi.json'

/**
 * Returns the policy of a response. The page adds its own styles and requests nothing from other
 * servers. `html` is the page, if the response is one.
 */
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

/** A ticked box. Without an icon the browser requests a missing file. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" ' +
    'fill="#1f6f54"/><path d="M9 17l5 5 9-12" fill="none" stroke="#fff" stroke-width="3"/></svg>',
)}`

/**
 * Serves the API reference, which the browser renders from /openapi.json with local files only. The
 * document is also found next to the page.
 */
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
    pages.get(`${PATH}/openapi.json`, { schema }, async (_request, reply) =>
      reply.redirect(DOCUMENT, 301),
    )
    for (const url of [PAGE, SCRIPT]) {
      pages.get(url, { schema }, async (_request, reply) => {
        const { headers, body } = await (await pagesOf()).inject({ url })
        return reply.type(String(headers['content-type'])).send(body)
      })
    }
  })
}

/** The library keeps 17 MB of script in memory, so it is loaded at the first request. */
async function loadPages(title: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = fastify()
  await pages.register(scalar, {
    routePrefix: PATH,
    configuration: {
      url: DOCUMENT,
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
