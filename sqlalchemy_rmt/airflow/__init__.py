"""The Apache Airflow provider: hook, operators, sensor, trigger, assets, and lineage.

It needs Airflow 3 and its provider `common.sql`; nothing else of `sqlalchemy_rmt` imports this
package. The modules are imported one by one, so that Airflow can read what there is without them.

Sources: docs/airflow.md,
https://airflow.apache.org/docs/apache-airflow-providers/howto/create-custom-providers.html.
"""
