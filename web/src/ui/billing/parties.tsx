import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Buyer, Seller } from '../../api/api-types.ts'
import classes from './billing.module.css'

type Props = { seller: Seller; buyer: Buyer; buyerName: ReactNode }

/** Seller and buyer in the order of the PDF. */
export function Parties({ seller, buyer, buyerName }: Props) {
  return (
    <div className={classes.parties}>
      <Party title="From" party={seller} name={seller.name} />
      <Party title="Billed to" party={buyer} name={buyerName} contact={buyer.billingContactName} />
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
  const { addressLines, taxId } = party
  const tax = taxId === null ? null : `Tax ID: ${taxId}`
  const lines = [contact, ...addressLines, emailOf(party), phoneOf(party), tax]
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

const emailOf = (party: Seller | Buyer) =>
  party.email ?? ('billingContactEmail' in party ? party.billingContactEmail : null)

const phoneOf = (party: Seller | Buyer) => ('phone' in party ? party.phone : null)
