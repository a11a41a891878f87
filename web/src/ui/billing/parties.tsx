import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Buyer, Seller } from '../../api/api-types.ts'
import classes from './billing.module.css'

type Props = { seller: Seller; buyer: Buyer; buyerName: ReactNode }

/** Seller and buyer, as printed. */
export function Parties({ seller, buyer, buyerName }: Props) {
  return (
    <div className={classes.parties}>
      <Party title="From" party={seller} name={seller.name} />
      <Party title="To" party={buyer} name={buyerName} contact={buyer.billingContactName} />
    </div>
  )
}

type PartyProps = {
  title: string
  party: Seller | Buyer
  name: ReactNode
  contact?: string | null
}

function Party({ title, party, name, contact = null }: PartyProps) {
  const { addressLine1, addressLine2, zipCode, city, state, country, email, taxId } = party
  const place = [[zipCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
  const tax = taxId === null ? null : `Tax ID ${taxId}`
  const lines = [contact, addressLine1, addressLine2, place, country, email, tax]
  return (
    <address className={classes.party}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Text fw={600}>{name}</Text>
      {lines.filter(Boolean).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  )
}
