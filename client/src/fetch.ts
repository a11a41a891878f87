/** What is used of `fetch`. The fetch of Node, Deno, Bun and undici all fit. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>

export type FetchInit = {
  method: string
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  redirect: 'manual'
}

export type FetchAnswer = {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
  arrayBuffer(): Promise<ArrayBuffer>
}
