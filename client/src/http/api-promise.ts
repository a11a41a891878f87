import type { FetchAnswer } from '../fetch.ts'

/** The data of a successful response, with its status, headers and request id. */
export type ApiAnswer<Data> = {
  data: Data
  status: number
  headers: FetchAnswer['headers']
  /** Identifies the request in the logs of the service. */
  requestId: string | undefined
}

/** A promise of the data. `withResponse` gives the status, the headers and the request id too. */
export type ApiPromise<Data> = Promise<Data> & { withResponse(): Promise<ApiAnswer<Data>> }

export function apiPromise<Data>(answered: Promise<ApiAnswer<Data>>): ApiPromise<Data> {
  const data = answered.then((answer) => answer.data)
  const withResponse = () => {
    // The caller handles the failure of the promise that is returned, not of this one.
    data.catch(() => undefined)
    return answered.then((answer) => answer)
  }
  return Object.assign(data, { withResponse })
}
