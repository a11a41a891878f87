import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import classes from './shell.module.css'

/** Links back to the site that opened the portal. */
export function BackLink({ returnUrl }: { returnUrl: string | null }) {
  const site = URL.parse(returnUrl ?? '')
  // Only http and https URLs are allowed.
  if (site === null || !/^https?:$/.test(site.protocol)) return null
  return (
    <Anchor href={site.href} size="sm" className={classes.back} rel="noreferrer">
      <IconArrowLeft size={14} aria-hidden /> Back to {site.host}
    </Anchor>
  )
}
