-- An order names its product, and what it carries of it is one text that the product alone reads: a further product needs no column.
alter table orders add column product text, add column product_terms text;
update orders
   set product = 'intraday',
       product_terms = '{"marginRate":"#' || margin_rate || '","isClosing":' || coalesce(is_closing, false)
         || coalesce(',"isSquareOff":' || is_square_off, '') || '}'
 where margin_rate is not null;
alter table orders drop column margin_rate, drop column is_closing, drop column is_square_off;
comment on column orders.product is 'The product of the order, where it is not the usual one of its instrument''s kind or carries terms of its own.';
comment on column orders.product_terms is 'JSON of what the order carries of its product (packages/core/src/products); null where it carries nothing.';
