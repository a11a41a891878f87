import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatAmount, type MoneyValue } from '../values/money.ts'
import classes from './credit-sums.module.css'
import { lessAmount } from './less-amount.ts'

type Part = {
  label: string
  /** Explains the part in one sentence. */
  about?: string
  amount: MoneyValue
  /** True if the part is subtracted. */
  isLess?: boolean
}

type Props = {
  title: string
  /** Level of the heading: one below that of the heading above. */
  order: 2 | 3
  available: MoneyValue
  currency: string
  about?: ReactNode
  parts: readonly Part[]
  /** Actions below the figures. */
  children?: ReactNode
}

/** What is available of credit in one currency, with the parts that add up to it. */
export function CreditSums({ title, order, available, currency, about, parts, children }: Props) {
  const isOwed = String(available).startsWith('-')
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-label={`${title} in ${currency}`}
      className={classes.card}
    >
      <Stack gap="md">
        <div>
          <Title order={order} fz={14} fw={500} c="dimmed">
            {title}
          </Title>
          <div className={classes.available} data-owed={isOwed}>
            {formatAmount(available, currency)}
            <span className={classes.currency}>{currency}</span>
          </div>
          {about !== undefined && <Text size="sm">{about}</Text>}
        </div>
        <dl className={classes.parts}>
          {parts.map((part) => (
            <div key={part.label}>
              <dt>
                {part.label}
                {part.about !== undefined && <small>{part.about}</small>}
              </dt>
              <dd>
                {part.isLess === true
                  ? lessAmount(part.amount, currency)
                  : formatAmount(part.amount, currency)}
              </dd>
            </div>
          ))}
        </dl>
        {children}
      </Stack>
    </Paper>
  )
}
