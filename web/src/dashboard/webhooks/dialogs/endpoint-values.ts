import type { AnnouncementType, WebhookEndpoint } from '../../../api/api-types.ts'

/** Fields of the form of an endpoint. */
export type EndpointValues = {
  url: string
  description: string
  /** Null: all types. */
  types: AnnouncementType[] | null
  includeCosts: boolean
}

export const NO_ENDPOINT: EndpointValues = {
  url: '',
  description: '',
  types: null,
  includeCosts: false,
}

export const valuesOf = (endpoint: WebhookEndpoint): EndpointValues => ({
  url: endpoint.url,
  description: endpoint.description ?? '',
  types: endpoint.types,
  includeCosts: endpoint.includeCosts,
})

export const toBody = ({ url, description, ...others }: EndpointValues) => ({
  ...others,
  url: url.trim(),
  description: description.trim() || null,
})

/** Returns messages by field. */
export const problemsOf = ({ types }: EndpointValues) => ({
  types: types?.length === 0 ? 'Choose at least one type' : undefined,
})
