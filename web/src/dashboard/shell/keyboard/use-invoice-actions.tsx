import { useDebouncedValue } from '@mantine/hooks'
import type { SpotlightActionData } from '@mantine/spotlight'
import { IconFileInvoice } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { invoicesQuery } from '../../../api/invoices.ts'
import { useOrganization } from '../../session/use-organization.ts'

const PAUSE_MS = 200
const SHOWN = 5
/** Only a text with a digit can be an invoice number. */
const NUMBER = /\d/

/** Finds invoices whose number contains the typed text. */
export function useInvoiceActions(query: string): SpotlightActionData[] {
  const navigate = useNavigate()
  const { slug } = useOrganization()
  const [search] = useDebouncedValue(query.trim(), PAUSE_MS)
  const found = useQuery({
    ...invoicesQuery(slug, { search, limit: SHOWN, offset: 0 }),
    enabled: NUMBER.test(search),
    placeholderData: keepPreviousData,
  })
  if (!NUMBER.test(search)) return []
  return (found.data?.results ?? []).map(({ id, invoiceNumber, customerName }) => ({
    id,
    label: invoiceNumber,
    description: customerName,
    leftSection: <IconFileInvoice size={16} aria-hidden />,
    onClick: () =>
      void navigate({ to: '/o/$slug/invoices/$invoiceId', params: { slug, invoiceId: id } }),
  }))
}
