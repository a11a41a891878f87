import { AppError } from '../../../platform/errors.ts'
import {
  type AddressGuard,
  createAddressGuard,
  createListGuard,
  literalAddress,
} from '../../../platform/outgoing/address-guard.ts'
import type { Environment } from '../../../platform/program/environment.ts'

export type UrlRules = {
  guard: AddressGuard
  /** Decides about unencrypted URLs. */
  httpGuard: AddressGuard
  /** True if an unencrypted URL may lead to an allowed address. */
  allowsHttp: boolean
}

const LOOPBACK = ['127.0.0.0/8', '::1']

/**
 * Returns the rules of a deployment. A test deployment also sends to this machine, where receivers
 * are developed, and unencrypted; others send unencrypted only to the addresses that they list.
 */
export function urlRulesOf({
  environment,
  webhookAllowedAddresses,
}: {
  environment: Environment
  webhookAllowedAddresses: readonly string[]
}): UrlRules {
  const isTest = environment === 'test'
  const guard = createAddressGuard([...webhookAllowedAddresses, ...(isTest ? LOOPBACK : [])])
  return {
    guard,
    httpGuard: isTest ? guard : createListGuard(webhookAllowedAddresses),
    allowsHttp: isTest || webhookAllowedAddresses.length > 0,
  }
}

/**
 * Refuses a URL that nothing can be sent to. Names are resolved when something is sent, because
 * they may lead to another address then.
 */
export function refuseUrl(text: string, { guard, httpGuard, allowsHttp }: UrlRules): void {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw refusal('must begin with https://')
  const address = literalAddress(url)
  const isHttpAllowed = allowsHttp && (address === undefined || httpGuard.isAllowed(address))
  if (url.protocol === 'http:' && !isHttpAllowed) {
    throw refusal(
      'must begin with https://; unencrypted requests go only to addresses in ' +
        'WEBHOOK_ALLOWED_ADDRESSES, and in a test deployment to this machine',
    )
  }
  if (url.username || url.password) throw refusal('must not contain a user name or a password')
  if (url.hash) throw refusal('must not contain a fragment (#)')
  if (address !== undefined && !guard.isAllowed(address)) {
    throw refusal(
      `leads to ${address}, which is not a public address; WEBHOOK_ALLOWED_ADDRESSES allows others`,
    )
  }
}

function refusal(problem: string): AppError {
  return new AppError('invalid', [`url ${problem}`], { param: 'url' })
}
